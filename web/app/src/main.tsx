import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { Fence } from "./shell/Fence.tsx";
import { Settings } from "./settings.tsx";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Settings>
      <Fence>
        <App />
      </Fence>
    </Settings>
  </StrictMode>,
);
