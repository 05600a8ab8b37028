import "./page";
import "./parts/sign-in";

// A choice of this screen, not of the table.
document.documentElement.dataset["colours"] = localStorage.getItem("colours") ?? "2";
