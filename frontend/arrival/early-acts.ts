// What somebody does on a page that the server rendered, before its scripts are there: it is done as soon as they are.

declare global {
  /** `address`: path and query of the page as it was asked for. */
  var earlyActs: { address: string; acts: (() => void)[]; stop: () => void } | undefined
}

/**
 * Keeps clicks and sent forms until the page is taken over. Links lead on at once by themselves. It also stands as a script in the head of
 * every page: must not need anything from outside itself.
 */
export function keepEarlyActs(): void {
  const acts: (() => void)[] = []
  const keep = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element) || !event.isTrusted || !target.closest('#root')) return
    const pressed = target.closest<HTMLElement>('a[href], button, label, input[type="radio"], input[type="checkbox"]')
    if (event.type === 'click' && (!pressed || pressed.matches('a[href]'))) return
    event.preventDefault()
    event.stopPropagation()
    if (target instanceof HTMLFormElement) acts.push(() => target.requestSubmit())
    else acts.push(() => pressed?.click())
  }
  const kinds = ['click', 'submit']
  for (const kind of kinds) addEventListener(kind, keep, true)
  globalThis.earlyActs = {
    address: location.pathname + location.search,
    acts,
    stop() {
      for (const kind of kinds) removeEventListener(kind, keep, true)
    },
  }
}

/** Whether the page is still at the address that it was rendered for: Back leads elsewhere at once, also before there are scripts. */
export function isWhereItWasAskedFor(): boolean {
  return globalThis.earlyActs?.address === location.pathname + location.search
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Takes what was typed and chosen out of the fields of a page that is not yet taken over, which must be as the server rendered them.
 * The result does once more, after it, what was done before.
 */
export function takeEarlyActs(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>('input:not([type="radio"], [type="checkbox"]), textarea, select')]
  const typed = fields.flatMap((field) => {
    const { value } = field
    const before = firstValue(field)
    if (value === before) return []
    field.value = before
    return [() => fillIn(field, value)]
  })
  return () => {
    const { acts = [], stop } = globalThis.earlyActs ?? {}
    stop?.()
    for (const act of [...typed, ...acts]) act()
  }
}

function firstValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? ''
}

/** As a person does: a value that a script sets is one that React already knows. */
function fillIn(field: Field, value: string): void {
  const tell = () =>
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  // Makes React take the field over as it was, so that the value is a change.
  tell()
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  tell()
}
