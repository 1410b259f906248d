#!/usr/bin/env node
// The entry point. It starts the program, which consists of several parts beside it. The parts that `proxy` needs
// are one file, whose bytecode is cached between runs, because reading and compiling them took most of the start-up
// time.

import { join } from 'node:path';
import { loadScript } from './loader/compiled-script.js';
import { createLoader, type Factory } from './loader/load-pieces.js';

/** The file with the packed parts; set by the build. */
declare const CLAWDEFENDER_PACK: string;

const pack = loadScript(join(__dirname, CLAWDEFENDER_PACK));
process.once('exit', () => pack.keep(process.uptime()));
createLoader({ folder: __dirname, packed: pack.value as Record<string, Factory>, require })('program.cjs');
