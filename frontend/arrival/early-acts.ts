// What somebody does on a page that the server rendered, until it is taken over: it is done as soon as it is.

declare global {
  /** Until the page is taken over. `address`: path and query of the page as it was asked for. */
  var earlyActs: { address: string; acts: (() => void)[]; stop: () => void } | undefined
}

/**
 * Keeps clicks, sent forms and steps of the address until the page is taken over. Links lead on at once by themselves. It also stands as a
 * script in the head of every page: must not need anything from outside itself.
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
  // The router must not follow it in the midst of being taken over; where the last step led it finds in the address.
  const step = () => void dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  const keepStep = (event: Event) => {
    event.stopImmediatePropagation()
    if (!acts.includes(step)) acts.push(step)
  }
  const kinds = ['click', 'submit']
  for (const kind of kinds) addEventListener(kind, keep, true)
  addEventListener('popstate', keepStep, true)
  globalThis.earlyActs = {
    address: location.pathname + location.search,
    acts,
    stop() {
      for (const kind of kinds) removeEventListener(kind, keep, true)
      removeEventListener('popstate', keepStep, true)
    },
  }
}

/** Whether the page is still at the address that it was rendered for: Back leads elsewhere at once, also before there are scripts. */
export function isWhereItWasAskedFor(): boolean {
  return globalThis.earlyActs?.address === location.pathname + location.search
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Notes what was typed and chosen on a page that is being taken over. The result does once more, after it, what was done before. */
export function noteEarlyActs(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>('input:not([type="radio"], [type="checkbox"]), textarea, select')]
  const typed = fields.flatMap((field) => {
    const { value } = field
    return value === firstValue(field) ? [] : [() => fillIn(field, value)]
  })
  return () => {
    const { acts = [], stop } = globalThis.earlyActs ?? {}
    stop?.()
    globalThis.earlyActs = undefined
    for (const act of [...typed, ...acts]) act()
  }
}

function firstValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? ''
}

/** As a person does: a value that a script sets is one that React already knows. */
function fillIn(field: Field, value: string): void {
  field.value = firstValue(field)
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
