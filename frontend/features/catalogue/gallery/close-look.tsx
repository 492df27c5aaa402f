// Full-window pictures; a press zooms in, scrolling shows the rest.
import { ChevronLeft, ChevronRight, type LucideIcon, X } from 'lucide-react'
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
/** Fractions of width and height, 0 to 1. */
type Point = { x: number; y: number }

/** Mounted means open. Arrow keys change the picture, or pan while zoomed in. */
export default function CloseLook({ name, pictures, current, onShow, onClose }: Props) {
  const focusReturn = useFocusReturn()
  const [closeTo, setCloseTo] = useState<Point | null>(null)
  const { url, alt } = pictures[current] ?? { url: '', alt: '' }
  const turn = (by: 1 | -1) => {
    setCloseTo(null)
    onShow((current + by + pictures.length) % pictures.length)
  }
  const turnByKey = ({ key }: KeyboardEvent) => {
    if (closeTo || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return
    turn(key === 'ArrowRight' ? 1 : -1)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          onKeyDown={turnByKey}
          className="night fixed inset-0 z-50 flex animate-fade flex-col bg-ink"
        >
          <TitleBar name={name} place={`${current + 1} de ${pictures.length}`} />
          <Stage url={url} name={pictureName(name, alt, current)} closeTo={closeTo} onPress={setCloseTo} />
          {pictures.length > 1 && (
            <div className="flex justify-center gap-6 border-t border-line p-2">
              <Turn label="Imagen anterior" icon={ChevronLeft} onPress={() => turn(-1)} />
              <Turn label="Imagen siguiente" icon={ChevronRight} onPress={() => turn(1)} />
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const toolLook = 'grid size-11 shrink-0 place-items-center rounded-lg text-text hover:bg-raised'

function TitleBar({ name, place }: { name: string; place: string }) {
  return (
    <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
      <Dialog.Title className="line-clamp-1 grow text-base font-semibold">{name}</Dialog.Title>
      <p role="status" className="text-sm whitespace-nowrap text-muted tabular-nums">
        {place}
      </p>
      <Dialog.Close aria-label="Cerrar la imagen" className={toolLook}>
        <X className="size-6" />
      </Dialog.Close>
    </div>
  )
}

function Turn({ label, icon: Icon, onPress }: { label: string; icon: LucideIcon; onPress: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onPress} className={toolLook}>
      <Icon className="size-6" />
    </button>
  )
}

type StageProps = { url: string; name: string; closeTo: Point | null; onPress: (point: Point | null) => void }

/** `closeTo`: the centre of the doubled picture; null: the whole picture. */
function Stage({ url, name, closeTo, onPress }: StageProps) {
  const window = useRef<HTMLDivElement>(null)
  useScrollTo(window, closeTo)
  const press = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const isByKey = detail === 0
    const point = isByKey ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height }
    onPress(closeTo ? null : point)
  }
  return (
    <div
      ref={window}
      className={`grid grow overflow-auto overscroll-contain ${closeTo ? '' : 'grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]'}`}
    >
      <button
        type="button"
        aria-label={`${closeTo ? 'Alejar' : 'Acercar'}: ${name}`}
        onClick={press}
        className={`m-auto ${closeTo ? 'size-[200vmin] cursor-zoom-out' : 'size-full cursor-zoom-in'}`}
      >
        <img src={url} alt={name} width={800} height={800} className="size-full max-w-none object-contain" />
      </button>
    </div>
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
