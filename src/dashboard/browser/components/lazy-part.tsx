import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "./skeleton.tsx";

/**
 * A component in a chunk of its own, which is loaded when it is first shown. A skeleton keeps its place. A view has a
 * heading also where it could not be loaded.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  height: number,
  Heading: FunctionComponent = () => null,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState<FunctionComponent<Props> | null>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const fetchPart = async () => {
      setFailed(false);
      try {
        const part = await load();
        loaded = part;
        setPart(() => part);
      } catch {
        setFailed(true);
      }
    };
    useEffect(() => {
      if (loaded === null) void fetchPart();
    }, []);
    if (Part !== null) return <Part {...props} />;
    if (!hasFailed) return <Skeleton height={height} />;
    return (
      <>
        <Heading />
        <p>
          A part of this page could not be loaded.{" "}
          <button type="button" onClick={() => void fetchPart()}>
            Try again
          </button>
        </p>
      </>
    );
  };
}
