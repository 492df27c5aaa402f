import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#frontend/theme.ts'

const themes = [
  { theme: 'system', name: 'Sistema', Icon: Monitor },
  { theme: 'dark', name: 'Oscuro', Icon: Moon },
  { theme: 'light', name: 'Claro', Icon: Sun },
] as const

export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="float-left mr-3 py-2.5 font-semibold max-lg:py-3.5 text-text">Tema</legend>
      <div className="inline-flex rounded-lg border border-edge bg-ink/70 p-1">
        {themes.map(({ theme, name, Icon }) => (
          <label
            key={theme}
            className="relative flex min-h-9 items-center max-lg:min-h-11 gap-1.5 rounded-md px-2.5 text-muted transition hover:text-text has-checked:bg-violet-deep has-checked:text-white"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <Icon className="size-4" />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
