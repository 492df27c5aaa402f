import { useEffect } from 'react'
import { forget, readStored, store, useStored } from '#frontend/storage.ts'
import { applyTheme } from '#frontend/stored-theme.ts'

export type Theme = 'system' | 'dark' | 'light'

/** Applies the choice to the page as well. */
export function useTheme(): Theme {
  const stored = useStored('theme')
  // biome-ignore lint/correctness/useExhaustiveDependencies: during hydration `stored` is null, whatever is stored
  useEffect(() => applyTheme(readStored('theme')), [stored])
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') forget('theme')
  else store('theme', theme)
}
