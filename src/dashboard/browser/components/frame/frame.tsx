import "./frame.css";
import type { ComponentChildren } from "preact";
import { StatusLine } from "./status-line.tsx";

/** Header, main column and status of every view. Views of a project have its navigation, too. */
export function Frame(props: {
  readonly ofProject?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <header class="frame-header">Acoustic monitoring</header>
      <StatusLine />
      <main id="main">{props.children}</main>
    </>
  );
}
