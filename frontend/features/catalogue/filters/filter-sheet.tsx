import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { buttonLook } from '#frontend/ui/button.tsx'
import { useFocusReturn } from '#frontend/ui/focus-return.ts'
import { Filters, type FiltersProps } from './filters.tsx'

type Props = FiltersProps & { total: number; onClose: () => void }

/** Mounted means open; the focus returns to the opener. */
export default function FilterSheet({ total, onClose, ...filters }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="fixed inset-y-0 right-0 z-50 flex w-[min(24rem,92vw)] animate-slide flex-col border-l border-line bg-surface"
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
            <Dialog.Title className="text-lg font-semibold">Filtros</Dialog.Title>
            <Dialog.Close aria-label="Cerrar filtros" className="grid size-11 place-items-center rounded-lg">
              <X className="size-6" />
            </Dialog.Close>
          </div>
          <div className="grow overflow-y-auto overscroll-contain p-5">
            <Filters {...filters} />
          </div>
          <div className="border-t border-line p-4">
            <Dialog.Close className={buttonLook('primary', 'w-full')}>
              {total === 1 ? 'Ver 1 producto' : `Ver ${total.toLocaleString('es-AR')} productos`}
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
