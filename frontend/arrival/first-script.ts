// The script in every page's head, built into one: what can't wait for a module.
import { applyStoredTheme } from '#frontend/stored-theme.ts'
import { recordEarlyEvents } from './early-events.ts'
import { askForScriptsOncePainted } from './scripts-once-painted.ts'

/** Defined by vite.config.ts: address of the page's first module; undefined in development, where the page has its tag. */
declare const builtEntry: string | undefined

applyStoredTheme()
recordEarlyEvents()
if (builtEntry) askForScriptsOncePainted(builtEntry)
