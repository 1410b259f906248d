// Detects whether a card or a row has not moved for a while, so that a click or a key applies to what the user has
// read. When a call appears or its approval ends, other elements move, and an agent could choose that moment.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const settleMilliseconds = 700;

interface Settling<Target extends Element> {
  /** The reference to the element that must not move. */
  readonly ref: RefObject<Target>;
  /** True if the buttons of the element can be enabled. */
  readonly isSettled: boolean;
  /** Must be called on each click and key press, because elements may have moved since the last rendering. */
  hasSettled(): boolean;
  /**
   * True if most of the element is in the window. Otherwise scrolls to it, and the waiting time starts again, because
   * the user could not see what a key press applies to.
   */
  isInView(): boolean;
}

/**
 * The waiting time starts again when the element moves or changes its size, when the page becomes shorter (which can
 * scroll the page), when `isChosen` changes (whether the keyboard shortcuts apply to this call), and when the user
 * returns to the window.
 */
export function useSettled<Target extends Element>(isChosen = false): Settling<Target> {
  const ref = useRef<Target>(null);
  const state = useRef({ place: '', pageHeight: 0, since: 0 });
  const latest = useRef(isChosen);
  latest.current = isChosen;
  const [isSettled, setSettled] = useState(false);
  const [, setDrawn] = useState(0);
  const draw = () => setDrawn((last) => last + 1);

  const measure = (): number => {
    const now = performance.now();
    const place = placeOf(ref.current, latest.current);
    const pageHeight = document.documentElement.scrollHeight;
    const hasMoved = place !== state.current.place || pageHeight < state.current.pageHeight;
    state.current = { place, pageHeight, since: hasMoved ? now : state.current.since };
    return settleMilliseconds - (now - state.current.since);
  };
  const hasSettled = (): boolean => {
    const isStill = measure() <= 0;
    if (!isStill) draw();
    return isStill;
  };

  const restart = () => {
    state.current = { ...state.current, since: performance.now() };
    draw();
  };
  const isInView = (): boolean => {
    if (ref.current === null || isMostlyVisible(ref.current)) return true;
    ref.current.scrollIntoView({ block: 'nearest' });
    restart();
    return false;
  };

  // This runs after each rendering, because rendering the list may have moved the element.
  useLayoutEffect(() => {
    const left = measure();
    setSettled(left <= 0);
    if (left <= 0) return undefined;
    const timer = setTimeout(draw, left + 1);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    // Sections that load later move everything below them without a rendering of the list. In this case the buttons
    // must be rendered as disabled.
    const sizes = new ResizeObserver(() => void hasSettled());
    for (let element: Element | null = ref.current; element !== null; element = element.parentElement)
      sizes.observe(element);
    addEventListener('focus', restart);
    document.addEventListener('visibilitychange', restart);
    return () => {
      sizes.disconnect();
      removeEventListener('focus', restart);
      document.removeEventListener('visibilitychange', restart);
    };
  }, []);
  return { ref, isSettled, hasSettled, isInView };
}

/** Returns the position on the page instead of the position in the window, because the user may scroll. */
function placeOf(element: Element | null, isChosen: boolean): string {
  if (element === null) return '';
  const { left, top, width, height } = element.getBoundingClientRect();
  return [...[left + scrollX, top + scrollY, width, height].map(Math.round), isChosen].join(' ');
}

const mostOf = 0.6;

/** True if most of the element, or an element that fills most of the window, is between the header and the bottom. */
function isMostlyVisible(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  const headerBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const shown = Math.min(bottom, innerHeight) - Math.max(top, headerBottom);
  return shown >= mostOf * Math.min(height, innerHeight - headerBottom);
}
