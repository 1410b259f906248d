// The proxies that run now. Nothing records them yet, so nothing is known; whoever adds the record fills this in.

/** One running proxy. */
export interface RunningProxy {
  readonly server: string;
  readonly client: string | null;
  readonly pid: number;
  readonly since: string;
  readonly policy: string;
  readonly decisions: number;
}

export const findRunningProxies = async (): Promise<readonly RunningProxy[]> => [];
