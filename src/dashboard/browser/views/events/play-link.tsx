import { playOnOpen } from "../../state/play-on-open.ts";

/** Opens an event and plays its recording. */
export function PlayLink({ href }: { readonly href: string }) {
  const play = (event: MouseEvent) => {
    // Another tab plays nothing: nobody has pressed a key there.
    const isHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (isHere) playOnOpen(href);
  };
  return (
    <a href={href} aria-label="Play the recording" title="Has a recording" onClick={play}>
      ▶
    </a>
  );
}
