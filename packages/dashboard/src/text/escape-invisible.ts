// Makes invisible characters visible in all text on the page, in one central place. Text is inserted only as text
// nodes and attributes; the page never sets HTML.

import { options, type VNode } from 'preact';
import { visible } from './visible.js';

const shownAttributes = ['title', 'aria-label', 'alt', 'placeholder'] as const;

const makeVisible = (child: unknown): unknown => {
  if (typeof child === 'string') return visible(child);
  return Array.isArray(child) ? child.map(makeVisible) : child;
};

/** Installs the replacement of invisible characters. It must be called before the first element is created. */
export function keepTextVisible(): void {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    if (typeof vnode.type === 'string') {
      const props = vnode.props as Record<string, unknown>;
      if (props['dangerouslySetInnerHTML'] !== undefined) throw new Error('The page sets no HTML.');
      // The values of input fields are not changed, because they are sent back to the server.
      if (vnode.type !== 'textarea') props['children'] = makeVisible(props['children']);
      for (const name of shownAttributes)
        if (typeof props[name] === 'string') props[name] = visible(props[name] as string);
    }
    before?.(vnode);
  };
}
