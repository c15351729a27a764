import "./skeleton.css";

/** A place of the right size for what is loading; it appears after 150 ms. */
export function Skeleton({ height }: { readonly height: number }) {
  return (
    <div
      class="skeleton"
      aria-busy="true"
      ref={(block) => block?.style.setProperty("height", `${height}px`)}
    />
  );
}
