import { useState } from 'react'
import { dayPattern } from '#backend/domain/time-zone.limits.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { inputLook } from '#frontend/ui/form/field.tsx'

export function DayFilter() {
  const { address, go } = usePanelAddress()
  const change = (part: 'from' | 'to', day: string | undefined) => go({ [part]: day, page: undefined, id: undefined })
  return (
    <span className="flex flex-wrap items-center gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Day label="Desde" day={address.from} onDay={(day) => change('from', day)} />
      <Day label="Hasta" day={address.to} onDay={(day) => change('to', day)} />
    </span>
  )
}

type DayProps = { label: string; day: string | undefined; onDay: (day: string | undefined) => void }

/** Applies on Enter or on leaving the field, since a partly typed date is invalid. */
function Day({ label, day, onDay }: DayProps) {
  const [typed, setTyped] = useState(day ?? '')
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setTyped(day ?? '')
  }
  const commit = () => {
    if (typed !== (day ?? '') && (typed === '' || dayPattern.test(typed))) onDay(typed || undefined)
  }
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-muted max-sm:flex-col max-sm:items-start max-sm:gap-1">
      {label}
      <input
        type="date"
        value={typed}
        min="2000-01-01"
        max="2099-12-31"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        className={`${inputLook} text-text sm:w-auto`}
      />
    </label>
  )
}
