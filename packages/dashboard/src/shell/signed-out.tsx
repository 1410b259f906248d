// What is left when nobody is signed in: no data, and the way back in.

import { Command } from '../components/card.js';
import shield from '../shield.svg';

export const SignedOut = ({ reason }: { reason: string }) => (
  <main class="flex min-h-screen flex-col items-center justify-center gap-3 p-6 text-center">
    <img src={shield} alt="" class="size-14" />
    <h1 class="text-xl font-bold">ClawDefender</h1>
    <p class="text-muted">{reason}</p>
    <p>
      Run <Command>clawdefender dashboard</Command> and open the link that it prints.
    </p>
  </main>
);
