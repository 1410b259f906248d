// Whether a card or a row has stood still for a while, so that a click or a key certainly applies to what the user has
// read: when a call appears or its approval ends, others move, and an agent can choose that moment.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const settleMilliseconds = 700;

interface Settling<Target extends Element> {
  /** For the element that has to stand still. */
  readonly ref: RefObject<Target>;
  /** For the `disabled` of its buttons. */
  readonly isSettled: boolean;
  /** Must be asked when a click or a key arrives: elements may have moved since the last rendering. */
  hasSettled(): boolean;
}

/**
 * Starts anew when the element moves or changes its size, when the page becomes shorter (which can scroll it), when
 * `isChosen` changes (the call that the keys apply to), and when the user returns to the window.
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

  // After each rendering, because a rendering of the list may have moved the element.
  useLayoutEffect(() => {
    const left = measure();
    setSettled(left <= 0);
    if (left <= 0) return undefined;
    const timer = setTimeout(draw, left + 1);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const restart = () => {
      state.current = { ...state.current, since: performance.now() };
      draw();
    };
    // Parts that load later move what is below them without a rendering of the list. Buttons that refuse a click should
    // look like it.
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
  return { ref, isSettled, hasSettled };
}

/** Its position on the page, not in the window, because the user may scroll. */
function placeOf(element: Element | null, isChosen: boolean): string {
  if (element === null) return '';
  const { left, top, width, height } = element.getBoundingClientRect();
  return [...[left + scrollX, top + scrollY, width, height].map(Math.round), isChosen].join(' ');
}
