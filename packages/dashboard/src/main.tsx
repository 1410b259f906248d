// Starts the page.

import { render } from 'preact';
import { App } from './app.js';
import { followLocation } from './shell/location.js';
import { startSession } from './shell/session.js';
import { applyTheme } from './shell/theme.js';
import { keepTextVisible } from './text/escape-invisible.js';
import './style.css';

keepTextVisible();
applyTheme();
await startSession();
followLocation();
render(<App />, document.getElementById('app') as HTMLElement);
