import type { Page } from "playwright/test";

const focusableSelector = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** The faults that a look at the page would find, in words: what is too wide, cut, or lies on something else. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate((focusable) => {
    interface Box {
      readonly element: Element;
      readonly rect: DOMRect;
    }
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`scrolls to ${root.scrollWidth} px`);
    const nameOf = (element: Element) =>
      `${element.localName} "${(element.textContent || (element.getAttribute("aria-label") ?? "")).trim().slice(0, 40)}"`;
    const ancestorsOf = (element: Element): Element[] =>
      element.parentElement === null ? [] : [element, ...ancestorsOf(element.parentElement)];
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      ancestorsOf(element).every((each) => getComputedStyle(each).clipPath === "none");
    const isSticky = (element: Element) =>
      ancestorsOf(element).some((each) => getComputedStyle(each).position === "sticky");

    // The part of a box that its ancestors show. A text that they cut without an ellipsis is a fault.
    const shown = ({ element, rect }: Box, isText: boolean): Box | null => {
      let { left, top, right, bottom } = rect;
      for (const ancestor of ancestorsOf(element)) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(ancestor);
        if (overflowX === "visible" || ancestor === document.body) continue;
        const edge = ancestor.getBoundingClientRect();
        const isCut = left < edge.left - 1 || right > edge.right + 1 || bottom > edge.bottom + 4;
        const isMeant = textOverflow === "ellipsis" || webkitLineClamp !== "none";
        if (isText && isCut && !isMeant && overflowX !== "auto") {
          faults.push(`cut: ${nameOf(element)}`);
        }
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      if (right - left < 1 || bottom - top < 1) return null;
      return { element, rect: new DOMRect(left, top, right - left, bottom - top) };
    };
    const findOverlaps = (boxes: readonly Box[], tolerance: number) => {
      boxes.forEach((one, index) => {
        for (const other of boxes.slice(index + 1)) {
          const [a, b] = [one.rect, other.rect];
          const isBeside =
            Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 1 ||
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= tolerance;
          if (isBeside || one.element.contains(other.element)) continue;
          if (isSticky(one.element) !== isSticky(other.element)) continue;
          faults.push(`overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`);
        }
      });
    };

    const texts: Box[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const { parentElement: element, textContent } = walker.currentNode;
      if (element === null || textContent?.trim() === "" || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const block = ancestorsOf(element).find(
        (each) => getComputedStyle(each).display !== "inline",
      );
      for (const rect of range.getClientRects()) {
        const isOpen = block !== undefined && getComputedStyle(block).overflowX === "visible";
        if (isOpen && rect.right > block.getBoundingClientRect().right + 1) {
          faults.push(`spills: ${nameOf(element)}`);
        }
        const box = shown({ element, rect }, true);
        if (box !== null) texts.push(box);
      }
    }
    findOverlaps(texts, 5);

    const pressable = [...document.querySelectorAll(focusable)].filter(
      // A map and a scroller contain others, which may cover them.
      (element) => isSeen(element) && element.querySelector(focusable) === null,
    );
    // A circle is no larger than the square inside it.
    const partOf = (element: Element, { x, y, width, height }: DOMRect) => {
      const edge = getComputedStyle(element).borderTopLeftRadius === "50%" ? 0.15 : 0;
      const [across, down] = [width * edge, height * edge];
      const rect = new DOMRect(x + across, y + down, width - 2 * across, height - 2 * down);
      return { element, rect };
    };
    const parts = pressable.flatMap((element) =>
      [...element.getClientRects()].map((rect) => partOf(element, rect)),
    );
    findOverlaps(
      parts.flatMap((part) => shown(part, false) ?? []),
      1,
    );

    for (const head of document.querySelectorAll("tr > th:first-child")) {
      const scroller = head.closest(".availability-scroll, .verdict-scroll");
      if (scroller === null || scroller.scrollLeft === 0) continue;
      const gap = head.getBoundingClientRect().left - scroller.getBoundingClientRect().left;
      if (gap > 0.5) faults.push(`${gap} px of what scrolls are seen beside ${nameOf(head)}`);
    }
    return [...new Set(faults)];
  }, focusableSelector);
}

/** Elements that show no ring when they have the focus: one that is new, with a contrast of 3:1 to its ground. */
export async function focusFaults(page: Page): Promise<string[]> {
  // From now on the keyboard moves the focus.
  await page.keyboard.press("Tab");
  return page.evaluate((focusable) => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const canvas = luminance(getComputedStyle(document.body).backgroundColor);
    const isRing = (style: CSSStyleDeclaration) => {
      const isInside = Number.parseFloat(style.outlineOffset) < 0;
      const isFilled = isInside && !style.backgroundColor.endsWith(", 0)");
      const ground = isFilled ? luminance(style.backgroundColor) : canvas;
      const line = luminance(style.outlineColor);
      const contrast = (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05);
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = style;
      // A shadow around it that looks the same hides it.
      const isHidden = boxShadow.includes(outlineColor) && !boxShadow.endsWith("inset");
      const isNew = outlineStyle !== "none" && !isHidden;
      return isNew && Number.parseFloat(outlineWidth) >= 2 && contrast >= 3;
    };
    // An ancestor that shows no overflow cuts a ring that reaches over its edge.
    const isCut = (element: Element) => {
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(element);
      const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      if (outlineStyle === "none" || reach <= 0) return false;
      const { left, top, bottom } = element.getBoundingClientRect();
      for (let each = element.parentElement; each !== null; each = each.parentElement) {
        if (getComputedStyle(each).overflowX !== "hidden") continue;
        const edge = each.getBoundingClientRect();
        if (left - reach < edge.left - 1 || top - reach < edge.top - 1) return true;
        if (bottom + reach > edge.bottom + 1) return true;
      }
      return false;
    };
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>(focusable)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.matches(":disabled")) continue;
      (document.activeElement as HTMLElement | null)?.blur();
      const holders = [element, element.parentElement, element.parentElement?.parentElement];
      const before = holders.map((each) => each != null && getComputedStyle(each).outlineStyle);
      element.focus();
      const hasRing = holders.some(
        (each, index) => each != null && before[index] === "none" && isRing(getComputedStyle(each)),
      );
      const name = element.textContent || element.getAttribute("aria-label") || element.localName;
      const called = `${element.localName} "${name.trim().slice(0, 40)}"`;
      if (!hasRing) faults.push(`no ring: ${called}`);
      if (isCut(element)) faults.push(`cut ring: ${called}`);
    }
    return [...new Set(faults)];
  }, focusableSelector);
}
