// The modal in which a product is edited.
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import type { PanelProduct } from '#frontend/api.ts'
import { toastSuccess } from '#frontend/ui/toast.ts'
import { entryOf } from './product-entry.ts'
import { ProductForm } from './product-form.tsx'
import { useSaveProduct } from './products.queries.ts'

/** 'Cancelar' and Escape close it without a call; a click beside it does not, so that nothing typed is lost by a slip. */
export function EditProduct({ product, onClose }: { product: PanelProduct; onClose: () => void }) {
  const saving = useSaveProduct()
  const origin = useRef<Element | null>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-black/70 backdrop-blur-sm" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            origin.current = document.activeElement
          }}
          onCloseAutoFocus={() => origin.current instanceof HTMLElement && origin.current.focus()}
          onInteractOutside={(event) => event.preventDefault()}
          className="cut-lg fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-2rem)] max-w-2xl -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto border border-violet/40 bg-raised p-6 shadow-lift sm:p-8"
        >
          <Dialog.Title className="mb-6 text-xl leading-snug font-semibold">
            Editar producto Nº {product.id}
          </Dialog.Title>
          <ProductForm
            initial={entryOf(product)}
            saving={saving}
            confirm="Confirmar"
            onCancel={onClose}
            onSave={(change) =>
              saving.mutate(
                { seen: product, change },
                {
                  onSuccess: () => {
                    toastSuccess('Producto modificado!')
                    onClose()
                  },
                },
              )
            }
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
