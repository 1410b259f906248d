// Shows an error instead of a section that cannot be displayed; the rest of the page stays usable.

import { Component, type ComponentChildren } from 'preact';
import { Problem } from './card.js';

/** Catches the errors of its children. When `about` changes, the children are rendered again. */
export class ErrorBoundary extends Component<
  { about: string; children: ComponentChildren },
  { failed?: string | undefined }
> {
  static override getDerivedStateFromError = (error: unknown) => ({ failed: String(error) });

  override componentDidUpdate({ about }: { about: string }): void {
    if (about !== this.props.about && this.state.failed !== undefined) this.setState({ failed: undefined });
  }

  override render() {
    const { failed } = this.state;
    return failed === undefined ? (
      this.props.children
    ) : (
      <Problem message={`This part of the page cannot be displayed: ${failed}`} />
    );
  }
}
