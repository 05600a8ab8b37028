import "./page";
import "./parts/sign-in";
