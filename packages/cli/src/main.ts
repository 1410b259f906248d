#!/usr/bin/env node
// The entry point. It starts the program, which consists of several files next to it. The parts that `proxy` needs are
// in two files: one for everything up to the start of the server, and one for everything that is loaded while the
// server starts. Their bytecode is cached between runs, because reading and compiling them took most of the start-up
// time.

import { join } from 'node:path';
import { type LoadedScript, loadScript } from './loader/compiled-script.js';
import { createLoader, type Factory } from './loader/load-pieces.js';
import { applyV8Settings, restoreStartSettings } from './loader/v8-settings.js';

/** The files with the packed parts and the names of the parts in each file; set by the build. */
declare const CLAWDEFENDER_PACKS: readonly { readonly file: string; readonly parts: readonly string[] }[];

const settings = applyV8Settings(process.argv[2]);
const loaded: LoadedScript[] = [];
process.once('exit', () => {
  restoreStartSettings();
  for (const script of loaded) script.keep(process.uptime());
});
const packs = CLAWDEFENDER_PACKS.map(({ file, parts }) => ({
  parts,
  load: () => {
    const script = loadScript(join(__dirname, file), settings);
    loaded.push(script);
    return script.value as Record<string, Factory>;
  },
}));
createLoader({ folder: __dirname, packs, require })('program.cjs');
