type Props = { group: string; label: string; about: string; isChosen: boolean; onChoose: () => void }

export function Choice({ group, label, about, isChosen, onChoose }: Props) {
  return (
    <label className="cut grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 border border-edge px-4 py-3 transition hover:border-violet-soft has-checked:border-violet has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan">
      <input
        type="radio"
        name={group}
        className="row-span-2 size-5 outline-none"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="font-medium">{label}</span>
      <span className="text-sm text-muted">{about}</span>
    </label>
  )
}
