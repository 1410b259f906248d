// Shows the page without a session: no data, and a form to sign in.

import { useState } from 'preact/hooks';
import { useFetch } from '../api/use-fetch.js';
import { Command, Problem } from '../components/card.js';
import { Button } from '../components/controls.js';
import { TextField } from '../components/form.js';
import shield from '../shield.svg';
import { startWithAdminToken } from './session.js';

export const SignedOut = ({ reason }: { reason: string }) => {
  const { data } = useFetch<{ adminToken: boolean }>('/api/session');
  return (
    <main class="flex min-h-screen flex-col items-center justify-center gap-3 p-6 text-center">
      <img src={shield} alt="" class="size-14" />
      <h1 class="text-xl font-bold">ClawDefender</h1>
      <p class="text-muted">{reason}</p>
      <p>
        Run <Command>clawdefender dashboard</Command> and open the link that it prints.
      </p>
      {data?.adminToken === true && <AdminToken />}
    </main>
  );
};

function AdminToken() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    setProblem(undefined);
    void startWithAdminToken(token).catch((error: Error) => setProblem(error.message));
  };
  return (
    <form class="card mt-4 grid w-full max-w-sm gap-3 p-4 text-left" onSubmit={submit}>
      <TextField
        label="Or sign in with an admin token of this gateway"
        type="password"
        value={token}
        onValue={setToken}
      />
      <Problem message={problem} />
      <Button submits kind="primary" disabled={token === ''}>
        Sign in
      </Button>
    </form>
  );
}
