// Every client that we know, in the order in which they are listed. A new one is a file beside this one, and a line here.

import { amazonQCli } from './amazon-q-cli.js';
import { amazonQIde } from './amazon-q-ide.js';
import { amp } from './amp.js';
import { antigravity } from './antigravity.js';
import { boltai } from './boltai.js';
import { claudeCode } from './claude-code.js';
import { claudeDesktop } from './claude-desktop.js';
import type { Client } from './client.js';
import { cline } from './cline.js';
import { clineCli } from './cline-cli.js';
import { codex } from './codex.js';
import { continueDev } from './continue.js';
import { copilotCli } from './copilot-cli.js';
import { copilotJetbrains } from './copilot-jetbrains.js';
import { crush } from './crush.js';
import { cursor } from './cursor.js';
import { enconvo } from './enconvo.js';
import { factoryDroid } from './factory-droid.js';
import { fx } from './fx.js';
import { geminiCli } from './gemini-cli.js';
import { goose } from './goose.js';
import { grokBuild } from './grok-build.js';
import { jetbrainsAir } from './jetbrains-air.js';
import { kiloCode } from './kilo-code.js';
import { kimi } from './kimi.js';
import { kiro } from './kiro.js';
import { librechat } from './librechat.js';
import { lmStudio } from './lm-studio.js';
import { mastraCode } from './mastra-code.js';
import { mcporter } from './mcporter.js';
import { mistralVibe } from './mistral-vibe.js';
import { opencode } from './opencode.js';
import { pi } from './pi.js';
import { qoder } from './qoder.js';
import { rooCode } from './roo-code.js';
import { sema4aiStudio } from './sema4ai-studio.js';
import { tome } from './tome.js';
import { trae } from './trae.js';
import { vscode } from './vscode.js';
import { vscodeServer } from './vscode-server.js';
import { warp } from './warp.js';
import { windsurf } from './windsurf.js';
import { windsurfJetbrains } from './windsurf-jetbrains.js';
import { witsy } from './witsy.js';
import { zed } from './zed.js';

export const clients: readonly Client[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vscode,
  vscodeServer,
  copilotCli,
  copilotJetbrains,
  windsurf,
  windsurfJetbrains,
  cline,
  clineCli,
  rooCode,
  kiloCode,
  continueDev,
  zed,
  codex,
  geminiCli,
  antigravity,
  lmStudio,
  goose,
  amazonQCli,
  amazonQIde,
  kiro,
  opencode,
  amp,
  warp,
  jetbrainsAir,
  crush,
  trae,
  qoder,
  factoryDroid,
  kimi,
  mistralVibe,
  grokBuild,
  mastraCode,
  pi,
  fx,
  mcporter,
  sema4aiStudio,
  boltai,
  tome,
  witsy,
  enconvo,
  librechat,
];
