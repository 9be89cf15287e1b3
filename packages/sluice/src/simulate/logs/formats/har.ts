import type { LogSource } from '../log-format.ts'
export class HarReader {
  constructor(source: LogSource) {
    void source
  }
  push(chunk: Uint8Array): void {
    void chunk
  }
  end(): void {}
}
