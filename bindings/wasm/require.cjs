// What `require('campione')` gets: WebAssembly is compiled while the package is imported, and `require` cannot wait for that.
throw new Error("campione is an ES module: write `const { Board } = await import('campione')`, or `import { Board } from 'campione'`");
