// The records that a file declares. Their ids are their names, so every node creates the same ones; the file owns them, and records
// that were created over the API are left alone.

/** A proxy as the body of `POST /api/mcp`, with its rules. */
export interface DeclaredProxy {
  readonly id: string;
  readonly proxy: Readonly<Record<string, unknown>>;
  readonly rules: readonly unknown[];
}

/** A resource as the body of `POST /api/resources`. */
export interface DeclaredResource {
  readonly id: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface DeclaredKey {
  readonly id: string;
  readonly hash: string;
  readonly tags: readonly string[];
}

export interface Declaration {
  readonly proxies: readonly DeclaredProxy[];
  readonly resources: readonly DeclaredResource[];
  readonly keys: readonly DeclaredKey[];
}

/** One difference between a declaration and the stored records. */
export interface DeclaredChange {
  readonly action: 'create' | 'change' | 'delete';
  readonly record: 'proxy' | 'rules' | 'resource' | 'key';
  readonly id: string;
  /** The names of the fields that differ, never their values. */
  readonly fields?: readonly string[];
  /** Applies the change. */
  apply(): Promise<unknown>;
}
