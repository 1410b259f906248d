#!/usr/bin/env node
// The entry point. It starts the program, which lies beside it in pieces. Those that `proxy` needs are one file, whose compiled form
// is kept between runs: reading and compiling them took longer than everything else at start-up.

import { join } from 'node:path';
import { loadScript } from './loader/compiled-script.js';
import { createLoader, type Factory } from './loader/load-pieces.js';

/** The file of the packed pieces; set by the build. */
declare const CLAWDEFENDER_PACK: string;

const pack = loadScript(join(__dirname, CLAWDEFENDER_PACK));
process.once('exit', () => pack.keep(process.uptime()));
createLoader({ folder: __dirname, packed: pack.value as Record<string, Factory>, require })('program.cjs');
