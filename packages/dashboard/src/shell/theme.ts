// Applies the light or dark theme: the theme of the system, or the user's choice.

import { createStore } from '../api/store.js';

export type Theme = 'light' | 'dark';

const key = 'clawdefender-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const systemTheme = (): Theme => (system.matches ? 'dark' : 'light');

function chosenTheme(): Theme | undefined {
  const text = localStorage.getItem(key);
  return text === 'light' || text === 'dark' ? text : undefined;
}

export const theme = createStore<Theme>(chosenTheme() ?? systemTheme());

export function applyTheme(): void {
  const apply = () => {
    document.documentElement.dataset['theme'] = theme.get();
  };
  apply();
  theme.subscribe(apply);
  system.addEventListener('change', () => theme.set(chosenTheme() ?? systemTheme()));
}

export function toggleTheme(): void {
  const next = theme.get() === 'dark' ? 'light' : 'dark';
  localStorage.setItem(key, next);
  theme.set(next);
}
