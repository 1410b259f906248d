// The layout of the page and the selected view.

import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useStore } from './api/store.js';
import { ErrorBoundary } from './components/error-boundary.js';
import { ApprovalsPage } from './pages/approvals/approvals.js';
import { EventsPage } from './pages/events/events.js';
import { GatewayPage } from './pages/gateway/gateway.js';
import { OverviewPage } from './pages/overview/overview.js';
import { PolicyPage } from './pages/policy/policy.js';
import { ThreatsPage } from './pages/threats/threats.js';
import { ToolsPage } from './pages/tools/tools.js';
import { followApprovals } from './shell/approvals-store.js';
import { followGateway, gatewayOrigin } from './shell/gateway-store.js';
import { Header } from './shell/header.js';
import { useShortcuts } from './shell/keyboard.js';
import { goTo, place } from './shell/location.js';
import { Navigation, type PageEntry } from './shell/navigation.js';
import { followForNotices } from './shell/notify.js';
import { session } from './shell/session.js';
import { SignedOut } from './shell/signed-out.js';

const pages: readonly (PageEntry & { readonly show: ComponentType })[] = [
  { id: 'overview', name: 'Overview', icon: 'overview', show: OverviewPage },
  { id: 'events', name: 'Events', icon: 'events', show: EventsPage },
  { id: 'approvals', name: 'Approvals', icon: 'approvals', show: ApprovalsPage },
  { id: 'policy', name: 'Policy', icon: 'policy', show: PolicyPage },
  { id: 'tools', name: 'Tools', icon: 'tools', show: ToolsPage },
  { id: 'threats', name: 'Threats', icon: 'threats', show: ThreatsPage },
  { id: 'gateway', name: 'Gateway', icon: 'gateway', show: GatewayPage },
];

export function App() {
  const state = useStore(session);
  return state.kind === 'out' ? <SignedOut reason={state.reason} /> : <SignedIn />;
}

function SignedIn() {
  const { page } = useStore(place);
  useEffect(followApprovals, []);
  useEffect(followForNotices, []);
  useEffect(followGateway, []);
  const origin = useStore(gatewayOrigin);
  const isGateway = typeof origin === 'string';
  const shown = pages.filter(({ id }) => id !== 'gateway' || isGateway);
  useShortcuts(Object.fromEntries(shown.map(({ id }, index) => [String(index + 1), () => goTo(id)])));
  useLayoutEffect(() => scrollTo(0, 0), [page]);
  const Page = (shown.find(({ id }) => id === page) ?? shown[0])?.show ?? OverviewPage;
  return (
    <div class="flex min-h-screen flex-col">
      <Header />
      <div class="flex flex-1 lg:min-h-0">
        <Navigation pages={shown} isComplete={origin !== undefined} />
        <main class="mx-auto w-full max-w-[1600px] min-w-0 flex-1 p-3 pb-24 lg:p-5">
          <ErrorBoundary about={page}>
            <Page />
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}
