// The h1 of a screen: names the document and takes the focus when the screen was reached by a link.
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

let focusedPath: string | null = null

type Props = { title: string; children?: ReactNode; className?: string }

/** Renders the h1. `title` names the tab; `children` replaces it on the page. */
export function PageHeading({ title, children, className = 'text-3xl font-bold sm:text-4xl' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The resolved location: the heading of a screen that is being left must not take the focus of the next.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const shownTitle = useRef(title)
  useEffect(() => {
    document.title = `${title} · GamerTech`
    // A step of the same screen that took the pressed button away: keyboard users go on from its heading.
    const isNewStep = shownTitle.current !== title
    shownTitle.current = title
    if (isNewStep && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])
  useEffect(() => {
    const reachedByLink = focusedPath !== null && focusedPath !== path
    focusedPath = path
    if (reachedByLink) heading.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  )
}
