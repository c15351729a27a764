import { escapeHtml } from "../../../system/escape-html.ts";
/*
 * As much of a document as Preact needs to render a report where there is no browser, and its text as HTML. What an
 * element has no property for is an attribute, so that each of them is written.
 */

class PaperNode {
  parentNode: PaperNode | null = null;
  readonly childNodes: PaperNode[] = [];
  readonly nodeType: number;
  readonly localName: string;
  /** A text, or a number. */
  data: unknown = "";
  readonly attributes: { name: string; value: string }[] = [];
  readonly styles = new Map<string, string>();
  readonly style = {
    setProperty: (name: string, value: string) => void this.styles.set(name, value),
  };

  constructor(nodeType: number, localName: string) {
    this.nodeType = nodeType;
    this.localName = localName;
  }

  get firstChild(): PaperNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): PaperNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  insertBefore(node: PaperNode, next: PaperNode | null) {
    node.remove();
    const place = next === null ? -1 : this.childNodes.indexOf(next);
    this.childNodes.splice(place === -1 ? this.childNodes.length : place, 0, node);
    node.parentNode = this;
    return node;
  }

  appendChild(node: PaperNode) {
    return this.insertBefore(node, null);
  }

  removeChild(node: PaperNode) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }

  remove() {
    this.parentNode?.removeChild(this);
  }

  setAttribute(name: string, value: unknown) {
    this.removeAttribute(name);
    this.attributes.push({ name, value: String(value) });
  }

  removeAttribute(name: string) {
    const index = this.attributes.findIndex((attribute) => attribute.name === name);
    if (index >= 0) this.attributes.splice(index, 1);
  }

  addEventListener() {}

  removeEventListener() {}

  /** Paper has no controls, which is what is looked for. */
  querySelectorAll(): PaperNode[] {
    return [];
  }

  get ownerDocument() {
    return paperDocument;
  }

  /** The first element below it that has an attribute of a value. */
  find(name: string, value: string): PaperNode | null {
    if (this.attributes.some((each) => each.name === name && each.value === value)) return this;
    for (const child of this.childNodes) {
      const found = child.find(name, value);
      if (found !== null) return found;
    }
    return null;
  }

  toHtml(): string {
    if (this.nodeType === 3) return escapeHtml(String(this.data));
    const style = [...this.styles].map(([property, value]) => `${property}:${value}`).join(";");
    const attributes = [
      ...this.attributes,
      ...(style === "" ? [] : [{ name: "style", value: style }]),
    ].map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`);
    const begin = `<${this.localName}${attributes.join("")}>`;
    if (voidElements.has(this.localName)) return begin;
    return `${begin}${this.childNodes.map((child) => child.toHtml()).join("")}</${this.localName}>`;
  }
}

const voidElements = new Set(["br", "hr", "img", "input"]);

const element = (name: string) => new PaperNode(1, name);

const paperDocument = {
  hidden: true,
  visibilityState: "hidden",
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  createElement: element,
  createElementNS: (_namespace: string, name: string) => element(name),
  createTextNode(data: unknown) {
    return Object.assign(new PaperNode(3, "#text"), { data });
  },
};

/** A place into which a report is rendered. */
export const paper = element("body");

// A module of the page looks at these when it is loaded.
Object.assign(globalThis, {
  document: paperDocument,
  location: { hash: "" },
  history: { state: null, replaceState: () => undefined },
  addEventListener: () => undefined,
  ResizeObserver: class {
    observe() {}

    disconnect() {}
  },
});
