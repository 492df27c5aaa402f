/** Focuses the first field of a form, by name or id, that has a problem, and shows it even if it has the focus. */
export function focusFirst(form: HTMLElement | null, problems: Readonly<Record<string, unknown>>): void {
  const fields = form?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []
  const first = [...fields].find(({ name, id }) => problems[name] ?? problems[id])
  first?.focus()
  first?.scrollIntoView({ block: 'nearest' })
}
