import { Option, type Command } from 'commander'
import { logFormatLabels, type LogFields, type LogFormatName } from 'sluice/simulate'

/** The options that say how to read a log, by the names that commander gives them. */
export interface LogOptions {
  readonly format?: LogFormatName
  readonly time?: string
  readonly key?: string
  readonly cost?: string
}

/** Adds the options that every command with a log takes. */
export function addLogOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <name>', 'the format of the log (default: detected)').choices(
        Object.keys(logFormatLabels),
      ),
    )
    .option('--time <field>', "the field with the time, in CSV, TSV and JSON ('date+time' joins two)")
    .option('--key <field>', "the field with the client ('' is one key for everything)")
    .option('--cost <field>', 'the field with the cost of a request (default: each costs 1)')
}

/** The same for the log reader, which takes no option that is undefined. */
export function logFieldsOf({
  format,
  time,
  key,
  cost,
}: LogOptions): LogFields & { readonly format?: LogFormatName } {
  return {
    ...(format === undefined ? {} : { format }),
    ...(time === undefined ? {} : { timeField: time }),
    ...(key === undefined ? {} : { keyField: key }),
    ...(cost === undefined ? {} : { costField: cost }),
  }
}
