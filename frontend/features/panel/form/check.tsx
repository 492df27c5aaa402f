import type { ReactNode } from 'react'

type Props = { isOn: boolean; onTurn: (isOn: boolean) => void; children: ReactNode }

export function Check({ isOn, onTurn, children }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} className="size-5" />
      {children}
    </label>
  )
}
