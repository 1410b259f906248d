// Makes every text of the page visible, in one place: nobody has to remember it. Text reaches the document as text nodes and
// attributes only; the page sets no HTML.

import { options, type VNode } from 'preact';
import { visible } from './visible.js';

const shownAttributes = ['title', 'aria-label', 'alt', 'placeholder'] as const;

const makeVisible = (child: unknown): unknown => {
  if (typeof child === 'string') return visible(child);
  return Array.isArray(child) ? child.map(makeVisible) : child;
};

/** Has to run before the first element is created. */
export function keepTextVisible(): void {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    if (typeof vnode.type === 'string') {
      const props = vnode.props as Record<string, unknown>;
      if (props['dangerouslySetInnerHTML'] !== undefined) throw new Error('The page sets no HTML.');
      // What is typed into a field is its value and stays as it is.
      if (vnode.type !== 'textarea') props['children'] = makeVisible(props['children']);
      for (const name of shownAttributes)
        if (typeof props[name] === 'string') props[name] = visible(props[name] as string);
    }
    before?.(vnode);
  };
}
