import { Expand } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Picture } from '#backend/domain/product/gallery.limits.ts'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { pictureName } from './picture-name.ts'

const CloseLook = lazy(() => import('./close-look.tsx'))

type Props = { name: string; pictures: readonly Picture[] }

export function ProductGallery({ name, pictures }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [isClose, setIsClose] = useState(false)
  const current = Math.min(shown, pictures.length - 1)
  const show = (index: number) => row.current?.scrollTo({ left: index * row.current.clientWidth })
  const close = () => setIsClose(false)
  return (
    <div className="min-w-0 self-start md:sticky md:top-8">
      <div className="cut-lg relative overflow-hidden border border-line">
        <ul
          ref={row}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {pictures.map(({ url, alt }, index) => (
            // Hides scrolled-out pictures from keyboard and screen readers.
            <li key={url} inert={index !== current} className="relative w-full shrink-0 snap-center">
              <ProductPicture
                src={url}
                name={pictureName(name, alt, index)}
                first={index === 0}
                sizes="(min-width: 1280px) 650px, (min-width: 1024px) 52vw, (min-width: 768px) 48vw, 100vw"
              />
              <CloserButton onPress={() => setIsClose(true)} />
            </li>
          ))}
        </ul>
      </div>
      {pictures.length > 1 && <Choice name={name} pictures={pictures} current={current} onChoose={show} />}
      {isClose && (
        <Suspense>
          <CloseLook name={name} pictures={pictures} current={current} onShow={show} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

function CloserButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label="Ampliar la imagen"
      onClick={onPress}
      className="group absolute inset-0 cursor-zoom-in outline-none"
    >
      <span className="absolute right-4 bottom-4 grid size-11 place-items-center rounded-full border border-edge bg-ink/70 text-text group-hover:border-violet-soft group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-cyan">
        <Expand className="size-5" />
      </span>
    </button>
  )
}

type ChoiceProps = Props & { current: number; onChoose: (index: number) => void }

function Choice({ name, pictures, current, onChoose }: ChoiceProps) {
  return (
    <ul aria-label="Imágenes del producto" className="mt-3 flex flex-wrap gap-3">
      {pictures.map(({ url, alt }, index) => (
        <li key={url}>
          <button
            type="button"
            aria-label={`Imagen ${index + 1} de ${pictures.length}: ${pictureName(name, alt, index)}`}
            aria-current={index === current}
            onClick={() => onChoose(index)}
            className="cut block size-16 overflow-hidden border border-line opacity-70 transition hover:border-violet-soft hover:opacity-100 aria-[current=true]:border-2 aria-[current=true]:border-violet-soft aria-[current=true]:opacity-100 sm:size-20"
          >
            <ProductPicture src={url} sizes="80px" loading="eager" />
          </button>
        </li>
      ))}
    </ul>
  )
}
