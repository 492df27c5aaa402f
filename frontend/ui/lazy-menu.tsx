// Loads a menu when somebody points at its button or focuses it; pressing opens it.
import { type ComponentProps, type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'

export function lazyMenu(
  popup: 'menu' | 'dialog',
  Trigger: ComponentType<ComponentProps<'button'>>,
  load: () => Promise<{ default: ComponentType<{ trigger: ReactElement }> }>,
): () => ReactElement {
  const Menu = lazy(load)
  // Opening the menu retries and shows the failure.
  const prepare = () => void load().catch(() => undefined)
  return function LazyMenu() {
    const [isWanted, setIsWanted] = useState(false)
    const open = () => setIsWanted(true)
    const closed = (
      <Trigger
        aria-haspopup={popup}
        aria-expanded={false}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
        onKeyDown={({ key }) => popup === 'menu' && key === 'ArrowDown' && open()}
      />
    )
    if (!isWanted) return closed
    return (
      <Suspense fallback={closed}>
        <Menu trigger={<Trigger />} />
      </Suspense>
    )
  }
}
