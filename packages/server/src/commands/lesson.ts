import { Argument, type Command } from 'commander'
import { lessons } from '../lessons/lessons.ts'
import { jsonText } from '../output/json.ts'
import { print } from '../output/print.ts'
import { wrapped } from '../output/wrapped.ts'

interface LessonOptions {
  readonly json?: boolean
}

/** `sluice lesson NAME`: the figures of one lesson, worked out by the library at this moment. */
export function addLesson(program: Command): void {
  program
    .command('lesson')
    .description('show how an algorithm behaves, with figures that are worked out as you look')
    .addArgument(new Argument('<name>', 'which lesson').choices([...lessons.keys()]))
    .option('--json', 'print the figures as JSON')
    .addHelpText(
      'after',
      `\nLessons:\n${titles()}\n\nExamples:\n  sluice lesson compare\n  sluice lesson gcra --json`,
    )
    .action((name: string, { json }: LessonOptions) => {
      const lesson = lessons.get(name)!
      print(json ? jsonText(lesson.figures()) : lesson.text())
    })
}

function titles(): string {
  return [...lessons].map(([name, { title }]) => wrapped(`  ${name.padEnd(24)}${title}`, 26)).join('\n')
}
