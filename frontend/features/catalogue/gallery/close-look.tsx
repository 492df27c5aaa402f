// A product's pictures over the whole window; a press brings them closer, and what is out of the window is scrolled to.
import { ChevronLeft, ChevronRight, type LucideIcon, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Picture } from '#backend/domain/product/gallery.limits.ts'
import { useFocusReturn } from '#frontend/ui/focus-return.ts'
import { pictureName } from './picture-name.ts'

type Props = {
  name: string
  pictures: readonly Picture[]
  current: number
  onShow: (index: number) => void
  onClose: () => void
}
/** A place in the picture, each from 0 to 1. */
type Point = { x: number; y: number }
const centre: Point = { x: 0.5, y: 0.5 }

/** Open as long as it is there. The arrow keys change the picture, or move over it while it is close. */
export default function CloseLook({ name, pictures, current, onShow, onClose }: Props) {
  const focusReturn = useFocusReturn()
  const [closeTo, setCloseTo] = useState<Point | null>(null)
  const { url, alt } = pictures[current] ?? { url: '', alt: '' }
  const show = (index: number) => {
    setCloseTo(null)
    onShow((index + pictures.length) % pictures.length)
  }
  const turn = ({ key }: KeyboardEvent) => {
    if (closeTo || pictures.length < 2) return
    if (key === 'ArrowRight') show(current + 1)
    if (key === 'ArrowLeft') show(current - 1)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          onKeyDown={turn}
          className="night fixed inset-0 z-50 flex animate-fade flex-col bg-ink"
        >
          <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
            <Dialog.Title className="line-clamp-1 grow text-base font-semibold">{name}</Dialog.Title>
            {pictures.length > 1 && (
              <p role="status" className="text-sm whitespace-nowrap text-muted tabular-nums">
                {current + 1} de {pictures.length}
              </p>
            )}
            <Tool
              label={closeTo ? 'Alejar' : 'Acercar'}
              icon={closeTo ? ZoomOut : ZoomIn}
              onPress={() => setCloseTo(closeTo ? null : centre)}
            />
            <Dialog.Close aria-label="Cerrar la imagen" className={toolLook}>
              <X className="size-6" aria-hidden />
            </Dialog.Close>
          </div>
          <Stage url={url} name={pictureName(name, alt, current)} closeTo={closeTo} onPress={setCloseTo} />
          {pictures.length > 1 && (
            <div className="flex justify-center gap-6 border-t border-line p-2">
              <Tool label="Imagen anterior" icon={ChevronLeft} onPress={() => show(current - 1)} />
              <Tool label="Imagen siguiente" icon={ChevronRight} onPress={() => show(current + 1)} />
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const toolLook = 'grid size-11 shrink-0 place-items-center rounded-lg text-text hover:bg-raised'

function Tool({ label, icon: Icon, onPress }: { label: string; icon: LucideIcon; onPress: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onPress} className={toolLook}>
      <Icon className="size-6" aria-hidden />
    </button>
  )
}

type StageProps = { url: string; name: string; closeTo: Point | null; onPress: (point: Point | null) => void }

/** `closeTo`: what is brought to the middle at twice the size; null: the whole picture. */
function Stage({ url, name, closeTo, onPress }: StageProps) {
  const window = useRef<HTMLElement>(null)
  useScrollTo(window, closeTo)
  const press = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onPress(closeTo ? null : { x: (clientX - left) / width, y: (clientY - top) / height })
  }
  return (
    <section
      ref={window}
      aria-label={closeTo ? 'Imagen ampliada: se mueve con las flechas' : 'Imagen'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is out of the window is scrolled to by keys
      tabIndex={0}
      className="grid grow overflow-auto overscroll-contain"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same stands above as a button */}
      <img
        src={url}
        alt={name}
        width={800}
        height={800}
        onClick={press}
        className={`m-auto ${closeTo ? 'size-[200vmin] max-w-none cursor-zoom-out' : 'size-full cursor-zoom-in object-contain'}`}
      />
    </section>
  )
}

function useScrollTo(window: RefObject<HTMLElement | null>, point: Point | null): void {
  useLayoutEffect(() => {
    const element = window.current
    if (!element || !point) return
    element.scrollTo({
      left: element.scrollWidth * point.x - element.clientWidth / 2,
      top: element.scrollHeight * point.y - element.clientHeight / 2,
    })
  }, [window, point])
}
