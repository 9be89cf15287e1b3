/** One lesson: figures that the library works out each time, for programs and for people. */
export interface Lesson {
  /** One line for the list of lessons. */
  readonly title: string
  /** The figures; they become the JSON. */
  figures(): object
  /** The same figures for people, at most 80 columns wide. */
  text(): string
}

/** Makes a lesson whose text is written from its figures. */
export function lesson<Figures extends object>(
  title: string,
  figures: () => Figures,
  textOf: (figures: Figures) => string,
): Lesson {
  return { title, figures, text: () => textOf(figures()) }
}
