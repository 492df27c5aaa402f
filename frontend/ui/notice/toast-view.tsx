// Draws toasts below the bar. Importing this file draws them in a root of their own.
import { createRoot } from 'react-dom/client'
import { Toaster } from 'sonner'

export { toast } from 'sonner'

const classNames = {
  toast:
    'cut flex w-full items-center gap-3 border border-line bg-raised p-4 text-text shadow-lift sm:w-[22rem] [&_[data-icon]>svg]:size-5',
  title: 'font-semibold',
  description: 'mt-1 text-sm text-muted',
  success: '!border-ok/50 [&_[data-icon]]:text-ok',
  warning: '!border-warn/50 [&_[data-icon]]:text-warn',
  cancelButton: 'order-last -my-2 min-h-11 shrink-0 rounded-md px-2 text-sm font-medium text-muted hover:text-text',
  actionButton:
    'ml-auto -my-2 min-h-11 shrink-0 rounded-md px-2 text-sm font-semibold text-cyan underline underline-offset-4',
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Toaster
    position="top-right"
    duration={5000}
    offset={{ top: 80, right: 24 }}
    mobileOffset={{ top: 76, left: 16, right: 16 }}
    containerAriaLabel="Avisos"
    style={{ fontFamily: 'inherit' }}
    toastOptions={{ unstyled: true, classNames }}
  />,
)
