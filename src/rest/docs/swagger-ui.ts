/** The parts of Swagger UI and of its libraries that the page uses. They have no types of their own. */

/** A component of React, or the name of an element. */
type Component = string | ((props: Props) => unknown);
// oxlint-disable-next-line typescript/no-explicit-any -- Swagger UI does not say what it passes.
export type Props = Readonly<Record<string, any>>;

/** What React draws. */
export type Element = unknown;

/** A value of Immutable: what Swagger UI keeps. */
export interface Kept {
  get(name: string | number): Kept | undefined;
  toJS(): object;
}

export interface System {
  readonly React: {
    createElement(component: Component, props?: Props | null, ...children: Element[]): Element;
  };
  getComponent(name: string, container?: boolean): Component;
  readonly specSelectors: { specJson(): Kept };
  readonly specActions: {
    changeParamByIdentity(
      pathMethod: readonly [path: string, method: string],
      parameter: Kept,
      value: string,
    ): void;
  };
  readonly authActions: { logout(names: readonly string[]): void };
  readonly errActions: {
    newAuthErr(error: Readonly<Record<string, string>>): void;
    clear(filter: Readonly<Record<string, string>>): void;
  };
}

/** Wraps a component: the returned one is drawn in its place. */
export type Wrapper = (original: Component, system: System) => Component;
