// Replayed events: records what people do on a server-rendered page and replays it after hydration.

declare global {
  /** Until hydration. `address`: path and query of the rendered page. */
  var earlyActs: { address: string; acts: (() => void)[]; stop: () => void } | undefined
}

/** Records clicks, submits and history steps until hydration; links work at once by themselves. */
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
  // Keeps the router from navigating during hydration; afterwards the address has the last step's target.
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

/** False after an early Back, which works even before the scripts have loaded. */
export function isWhereItWasAskedFor(): boolean {
  return globalThis.earlyActs?.address === location.pathname + location.search
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Notes the page's inputs before hydration; the result restores them and replays the recorded events. */
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

/** Simulates a person's input, because React ignores a value that a script sets. */
function fillIn(field: Field, value: string): void {
  field.value = firstValue(field)
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
