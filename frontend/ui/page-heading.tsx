// The h1 of a screen: names the document, and gets the focus after a link.
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

let focusedPath: string | null = null

type Props = { title: string; children?: ReactNode; className?: string }

/** `title` names the tab; `children` replaces it on the page. */
export function PageHeading({ title, children, className = 'text-3xl font-bold sm:text-4xl' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Uses the resolved location: the previous screen's heading must not take the next one's focus.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const shownTitle = useRef(title)
  useEffect(() => {
    document.title = `${title} · GamerTech`
    // A step of the same screen removed the pressed button, so keyboard users continue at the heading.
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
