import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import { galleryLimits, pictureTypes } from '#backend/domain/product/gallery.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { SmallInput } from '#frontend/features/panel/form/small-input.tsx'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { FieldMessage } from '#frontend/ui/form/field.tsx'
import { FileField } from '#frontend/ui/form/file-field.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import type { EntryErrors, Picture } from './product-entry.ts'
import type { useSendPictures } from './products.queries.ts'

type Change = (next: (pictures: Picture[]) => Picture[]) => void
export type Sending = ReturnType<typeof useSendPictures>
type Props = { pictures: Picture[]; errors: EntryErrors; sending: Sending; onChange: Change }

/** The first picture is the one in lists; its address has its own field. */
export function GalleryRows({ pictures, errors, sending, onChange }: Props) {
  const id = useId()
  const move = (at: number, by: 1 | -1) => {
    onChange((now) => swapped(now, at, at + by))
    const target = at + by
    const canGoOn = by < 0 ? target > 0 : target < pictures.length - 1
    const side = by < 0 === canGoOn ? 'up' : 'down'
    setTimeout(() => document.getElementById(`${id}-${target}-${side}`)?.focus())
  }
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-5">
      <legend className="float-left w-full text-base font-semibold">Galería</legend>
      <ol className="clear-both flex flex-col gap-3">
        {pictures.map((picture, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while its address is typed, the first picture stays the same row
          <li key={at}>
            <GalleryRow
              id={`${id}-${at}`}
              nth={at + 1}
              count={pictures.length}
              picture={picture}
              error={errors[`pictures.${at}.alt`] ?? errors[`pictures.${at}.url`]}
              onAlt={(alt) => onChange((now) => now.with(at, { ...picture, alt }))}
              onMove={(by) => move(at, by)}
              onRemove={() => onChange((now) => now.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <FieldMessage id={`${id}-error`} text={errors.pictures} />
      <Upload id={`${id}-file`} room={galleryLimits.pictures - pictures.length} sending={sending} onChange={onChange} />
    </fieldset>
  )
}

/** `room`: number of further pictures. */
function Upload({ id, room, sending, onChange }: { id: string; room: number; sending: Sending; onChange: Change }) {
  const take = (sent: readonly Picture[]) =>
    onChange((now) => [...now, ...sent.filter(({ url }) => !now.some((other) => other.url === url))])
  return (
    <FileField
      id={id}
      label="Subir imágenes"
      multiple
      accept={pictureTypes}
      disabled={room <= 0 || sending.isPending}
      hint={sending.isPending ? 'Subiendo…' : `Hasta ${galleryLimits.pictures}, de 5 MB como mucho cada una.`}
      error={sending.error ? messageOf(sending.error) : undefined}
      onChange={({ target }) => {
        sending.mutate([...(target.files ?? [])].slice(0, Math.max(0, room)), { onSuccess: take })
        target.value = ''
      }}
    />
  )
}

function swapped(pictures: readonly Picture[], from: number, to: number): Picture[] {
  const [one, other] = [pictures[from], pictures[to]]
  return one && other ? pictures.with(from, other).with(to, one) : [...pictures]
}

type RowProps = {
  id: string
  nth: number
  count: number
  picture: Picture
  error: string | undefined
  onAlt: (alt: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function GalleryRow({ id, nth, count, picture, error, onAlt, onMove, onRemove }: RowProps) {
  return (
    <div className="flex items-center gap-3 max-sm:flex-wrap max-sm:*:nth-2:basis-40">
      <ProductPicture src={picture.url} name="" sizes="64px" decorative className="w-16 shrink-0 rounded-lg" />
      <SmallInput
        id={`${id}-alt`}
        name={`pictures.${nth - 1}.alt`}
        label={`Qué muestra la imagen ${nth} de ${count}${nth === 1 ? ', la principal' : ''}`}
        placeholder={nth === 1 ? 'La principal: qué muestra' : 'Qué muestra'}
        value={picture.alt}
        error={error}
        onText={onAlt}
      />
      <span className="flex">
        <IconButton
          id={`${id}-up`}
          label={`Subir la imagen ${nth}`}
          Icon={ArrowUp}
          disabled={nth === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          id={`${id}-down`}
          label={`Bajar la imagen ${nth}`}
          Icon={ArrowDown}
          disabled={nth === count}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Quitar la imagen ${nth}`} Icon={X} disabled={count === 1} onClick={onRemove} />
      </span>
    </div>
  )
}
