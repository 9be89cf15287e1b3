/** Express 4 under its second name; the types of Express 5 say enough of it here. */
declare module 'express4' {
  import express from 'express'

  export default express
}
