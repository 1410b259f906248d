// Tracks requests without a response from callers without a session. A server without sessions may accept a request
// with 202 and send the result on an open stream. It cannot distinguish the callers of the gateway, so it may send the
// result on the streams of all callers.

export interface OpenRequests {
  add(id: string, identity: string): void;
  remove(id: string, identity: string): void;
  /**
   * True if only this caller has an open request with the id. Callers choose ids, so two callers can use the same id.
   */
  isOnlyOf(id: string, identity: string): boolean;
}

/**
 * The maximum number of ids. When it is exceeded, the oldest are removed, because some requests never get a response.
 */
const MAX_IDS = 10_000;

export function createOpenRequests(): OpenRequests {
  const owners = new Map<string, string | ReadonlySet<string>>();
  return {
    add(id, identity) {
      const known = owners.get(id);
      if (known === identity) return;
      owners.set(id, known === undefined ? identity : new Set([...namesOf(known), identity]));
      if (owners.size <= MAX_IDS) return;
      for (const oldest of owners.keys()) {
        owners.delete(oldest);
        break;
      }
    },
    remove(id, identity) {
      const known = owners.get(id);
      if (known === undefined) return;
      const [other, ...more] = namesOf(known).filter((name) => name !== identity);
      if (other === undefined) owners.delete(id);
      else owners.set(id, more.length === 0 ? other : new Set([other, ...more]));
    },
    isOnlyOf: (id, identity) => owners.get(id) === identity,
  };
}

const namesOf = (known: string | ReadonlySet<string>): readonly string[] =>
  typeof known === 'string' ? [known] : [...known];
